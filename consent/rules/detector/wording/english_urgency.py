"""English: announcing that what comes next is an order to be carried out now, whatever was going on."""

from typing import Final

URGENCY: Final = {
    "NEAR": """upcoming, forthcoming, that follow$, to follow$, what follows, comes next, about to$
        ahead$, incoming, imminent, coming your way, coming up, on the horizon, to come$, lies ahead
        next set of, await, unfold, what s next, up next, what you re about, here s a, here s an
        here s another, there s a, there s an, next instruc, next directive, next mission
        subsequent instruc, following instruc, following directive""",
    "CHARGE": """instruc, directive, mandate, mission, call to action, call for action, must do
        marching orders, extra task, additional task, another task, new task, supplementary task
        urgent task, special task, vital task, crucial task, critical task, essential task
        important task, imperative task, additional duty, additional assignment, additional responsib
        surprise task, add on to your, set of tasks, key action, important action, imperative piece
        crucial step, essential step, critical steps, crucial steps, important steps, essential steps
        vital steps, crucial action, script to, this to your""",
    "MAIN": """your main, your primary, your original, your current, your list, your duties, your plate
        your mission, your responsibilities, your scheduled, your routine, your regular, your usual
        your existing, your agenda, your objectives, your tasks, your workload, your assignment
        your to do""",
    "OTHERS": """all other instruc, all other tasks, all other commands, all other orders
        all other directives, all other protocols, any other instruc, any other tasks
        any other commands, any other orders, any other directives, every other instruc
        every other task, every other command, every other order, past and future, previous and future
        previous and upcoming, prior and future, all others, all else, everything else, other commands
        other orders, other directives, other prompts, all past, all prior, the rest, all previous
        all alternative, other guidelines, other objectives, preceding and following""",
    "SOLE": """this is the one, this one is$, this one stands, this is your, exclusive, sole$, solely
        paramount, this directive, this command, this instruc, this order, this task, this mandate
        only this, this alone, the only one, single out, supreme, this decree, alpha$, this mission
        one true, your guiding, takes precedence, above all""",
    "DROP": """null$, nullif, annul, expunge, brush aside, brush off, disengage, put blinders, heresy
        void$, secondary, eliminate, dismiss, banish, erase, clear the deck, cast aside, purge
        extinguish, silence$, mute$, shun, eschew, forsake, relinquish, scrap$, shelve, is noise
        obsolete, irrelevant, ignore, disregard, discard, drop$, abandon, forget, turn a blind, fade
        insignificant, negate, renounce, relegate, suspend$""",
    "COMING": """upcoming, forthcoming, following$, that follow$, to follow$, what follows, comes next
        come next, next instruc, next set of, next part of, next sentences, next steps, next lines
        next segment, next step, next directive, next section, next task, ahead$, to come$, incoming
        imminent, subsequent, what s next, about to$, what s coming, coming up$, lies ahead, await
        approach, here s another, here s an extra, here s what else, here s a, additional, extra task
        supplementary, new$, another key, another task, another essential, another crucial
        another critical, special task, what you re about, detour, surprise, up next
        just sentences away, will soon, unfold, up ahead, add on$, added, expansion, addition, shake up
        next move, beyond this point, from here on, in the next, next few, this point, next block
        enclosed, below$, next phase""",
    "DUTY": """instruc, directive, directions$, task$, tasks$, mission, objective, mandate, procedures
        call to action, action plan, orders$, steps$, action$, assignment, command$, commands$, guidance
        duty$, duties$, to do list, responsibilit, execute, execution, implement, carry out, carried out
        protocol, guideline, blueprint, operation$, undertaking, operational steps, essential piece
        workflow, agenda, request$, requirement, sequence of, maneuver, endeavor, to do$""",
    "URGENT": """critical, crucial, urgent, vital$, imperative, mandatory, essential, paramount, pivotal
        immediate, non negotiable, not optional, priority, prioritiz, of the essence, without delay
        without hesitation, mission critical, time sensitive, key to$, the keys to, highest importance
        utmost, linchpin, must do, unmissable, indispensable, momentous, high stakes, cannot wait
        can t wait, game changer, game changing, important, cornerstone, foundation$, no delay
        with haste, promptly, prompt attention, instant response, at once$, right away, make or break
        decisive, keystone, obligatory, compulsory""",
    "HEED": """attention, stop right there, stop and, stop everything, pause$, halt$, heed$, focus$
        alert$, not a drill, brace yourself, get ready, prepare$, prepare to, prepare for
        ready yourself, stand by, set aside, drop everything, interrupt, heads up, listen up, hold on
        take note, switch gears, shift gears, pivot to, cannot stress, read carefully, to the letter
        instant response, immediate action, immediate attention, now more than ever, call to arms
        not just text, not just words, not merely, not a suggestion, is not just, aren t just
        not for skimming, more than just, no time to waste, wake up, moment of, cease$, breaking$
        undivided, engage with, with precision, don t overlook, don t ignore, do not overlook
        starting now, as you continue, while you re at it, alongside your, in addition to your
        in the midst of your, along with, complements your, original mission, main task, main objective
        primary dut, primary task, primary respons, current task, add this to your, on top of your
        your list of, you ll need to, you must$, your routine, must be followed, must be executed
        must be carried, before you proceed, before proceeding, before you$, as you step, as you turn
        as you approach, deal breaker, showtime, showstopper, take a moment, take a breath, be ready
        keep your eyes, your attention, your focus, sudden, just when you thought, don t forget""",
}
