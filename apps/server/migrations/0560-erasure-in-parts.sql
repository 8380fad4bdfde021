-- not side by side: an erasure that the previous version begins meanwhile fails, and is done by this one ten minutes later.

-- They are read in parts: functions/erase-person.sql has others.
drop function if exists mcc.erase_texts(bigint, text, text, text, text, text, bigint, bigint);
drop function if exists mcc.erase_in_audit(bigint, boolean, text, text, text, jsonb);

-- The entries that one erasure changed, for the digest over them. There are few, so that nobody waits while it is built.
create index audit_redactions_redaction on mcc.audit_redactions (redaction_id, entry_id);
