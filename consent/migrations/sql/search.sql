-- One index holds who (with the tier coded in) and which words: words only others use cost next to nothing.
-- New rows wait in a list of at most 256 kB: a write costs a fifth of what it costs without, a search after a
-- burst of writes pays for reading that list.
CREATE INDEX consent_rendering_search ON consent_rendering USING gin (audience, tsv)
    WITH (fastupdate = on, gin_pending_list_limit = 256);
CREATE INDEX consent_label_audience ON consent_labelgrant (grantee_id, label_id);
