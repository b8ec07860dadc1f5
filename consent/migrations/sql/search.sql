-- One index holds who (with the tier coded in) and which words: words only others use cost next to nothing.
CREATE INDEX consent_rendering_search ON consent_rendering USING gin (audience, tsv) WITH (fastupdate = off);
CREATE INDEX consent_label_audience ON consent_labelgrant (grantee_id, label_id);
