-- Few labels have sources; this finds those that a memory is a source of.
CREATE INDEX consent_label_sources ON consent_label USING gin (parents) WHERE parents <> '{}';
