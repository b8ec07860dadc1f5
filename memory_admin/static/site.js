// Keys and small comforts. Every page works without this file.
"use strict";

(() => {
  const OFF = "memory-admin-keys-off";
  const typing = (at) => at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName);
  let going = -Infinity;

  function keysOff() {
    try {
      return localStorage.getItem(OFF) === "1";
    } catch {
      return false;
    }
  }

  function make(tag, text, more) {
    return Object.assign(document.createElement(tag), { textContent: text || "" }, more);
  }

  function line(keys, text) {
    const row = make("div");
    const term = make("dt");
    for (const key of keys) term.append(make("kbd", key), " ");
    row.append(term, make("dd", text));
    return row;
  }

  function help() {
    const known = document.getElementById("keys");
    if (known) return known;
    const box = make("dialog", "", { id: "keys" });
    const list = make("dl", "", { className: "facts" });
    list.append(line(["/"], "go to the first field of the page"), line(["?"], "these keys"));
    for (const link of document.querySelectorAll("nav a[data-key]")) {
      list.append(line(["g", link.dataset.key], link.textContent));
    }
    const label = make("label", " Use these keys on this device");
    const choice = make("input", "", { type: "checkbox", checked: !keysOff() });
    choice.addEventListener("change", () => {
      try {
        localStorage.setItem(OFF, choice.checked ? "" : "1");
      } catch {
        choice.disabled = true;
      }
    });
    label.prepend(choice);
    const close = make("button", "Close", { type: "button" });
    close.addEventListener("click", () => box.close());
    const title = make("h2", "Keys", { id: "keys-title" });
    box.setAttribute("aria-labelledby", title.id);
    box.append(title, list, label, close);
    document.body.append(box);
    return box;
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (event.key === "?") {
      event.preventDefault();
      if (!help().open) help().showModal();
      return;
    }
    if (keysOff()) return;
    if (event.key === "/") {
      const field = document.querySelector("main form :is(input:not([type=hidden]), select, textarea)");
      if (field) {
        event.preventDefault();
        field.focus();
      }
    } else if (event.key === "g") {
      going = event.timeStamp;
    } else if (event.timeStamp - going < 1500) {
      going = -Infinity;
      const link = document.querySelector(`nav a[data-key="${CSS.escape(event.key)}"]`);
      if (link) link.click();
    }
  });

  // What was opened at the head of the page closes when one turns to something else.
  function closeSheets(except) {
    for (const open of document.querySelectorAll("nav details[open]")) if (open !== except) open.open = false;
  }
  document.addEventListener("click", (event) => closeSheets(event.target.closest("nav details")));
  document.addEventListener("keydown", (event) => {
    const open = document.querySelector("nav details[open]");
    if (event.key !== "Escape" || !open) return;
    open.open = false;
    open.querySelector("summary").focus();
  });

  document.addEventListener("focusin", (event) => closeSheets(event.target.closest("nav details")));

  // What comes in the place of what had the focus takes it: a keyboard is not sent back to the top of the page.
  let held = "";
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    held = detail.target.contains(document.activeElement) ? detail.target.id : "";
  });
  document.addEventListener("htmx:afterSettle", () => {
    const place = held && document.activeElement === document.body && document.getElementById(held);
    if (!place) return;
    const told = place.querySelector("[role=alert], [role=status]") || place;
    told.tabIndex = -1;
    told.focus();
  });

  // Of a list that changed, whoever has the page read aloud is told how much it holds, not every row of it.
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    const said = document.getElementById("said");
    if (detail.target.id !== "list" || !said) return;
    const nothing = detail.target.querySelector(".empty");
    const shown = detail.target.querySelectorAll("tbody tr, .card").length;
    const more = detail.target.querySelector("[rel=next]") ? ", more on the next page" : "";
    said.textContent = nothing ? nothing.textContent : `${shown} shown${more}.`;
  });

  // An address holds what a list is narrowed by, and nothing of what was left empty.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.verb !== "get") return;
    for (const [name, value] of [...detail.formData]) if (!value) detail.formData.delete(name);
  });

  // A command can be copied where the browser lets pages write to the clipboard.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-copies]");
    if (!button) return;
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
    button.textContent = "Copied";
  });

  function offerToCopy() {
    if (!navigator.clipboard) return;
    for (const box of document.querySelectorAll(".copied:not(:has(button))")) {
      const button = make("button", "Copy", { type: "button", className: "quiet" });
      button.dataset.copies = box.querySelector("pre").id;
      box.append(button);
    }
  }

  // Times are written in UTC; the reader reads its own, and the exact one in UTC on hover.
  function ownTime(at, seconds) {
    const two = { month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" };
    const wanted = { year: "numeric", ...two, hourCycle: "h23", timeZoneName: "short" };
    if (seconds) wanted.second = "2-digit";
    const parts = {};
    for (const { type, value } of new Intl.DateTimeFormat("en", wanted).formatToParts(at)) parts[type] = value;
    const clock = [parts.hour, parts.minute, ...(seconds ? [parts.second] : [])].join(":");
    return `${parts.year}-${parts.month}-${parts.day} ${clock} ${parts.timeZoneName}`;
  }

  function tellOwnTimes() {
    for (const one of document.querySelectorAll("time[datetime]:not([data-own])")) {
      const at = new Date(one.dateTime);
      one.dataset.own = "";
      if (at.getTimezoneOffset()) one.textContent = ownTime(at, /:\d\d:/.test(one.textContent));
    }
  }

  // Times to fill in travel in UTC too: the reader writes its own.
  function takeOwnTimes() {
    for (const one of document.querySelectorAll("input[data-utc]:not([data-own])")) {
      one.dataset.own = "";
      const moved = (text, minutes) => new Date(Date.parse(`${text}Z`) - minutes * 60000).toISOString().slice(0, 16);
      const shift = (text) => new Date(`${text}Z`).getTimezoneOffset();
      if (one.value) one.value = moved(one.value, shift(one.value));
      const help = document.getElementById(`${one.id}_helptext`);
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      if (help && zone) help.textContent = help.textContent.replace("In UTC.", `In your time, ${zone}.`);
      for (const label of zone ? one.labels : []) label.textContent = label.textContent.replace("(UTC)", `(${zone})`);
      one.form.addEventListener("formdata", ({ formData }) => {
        if (one.value) formData.set(one.name, moved(one.value, -new Date(one.value).getTimezoneOffset()));
      });
    }
  }

  for (const event of ["DOMContentLoaded", "htmx:afterSwap"]) {
    document.addEventListener(event, offerToCopy);
    document.addEventListener(event, tellOwnTimes);
    document.addEventListener(event, takeOwnTimes);
  }
})();
