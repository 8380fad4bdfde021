-- The function says what it does; its rights stay.
alter function tenant.reenter(uuid) rename to resume_session;
