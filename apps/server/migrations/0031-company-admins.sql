-- Who could have a say in an order is found person by person: by the role, by the id, and the admins of the company.
create index users_admins on mcc.users (company_id) where is_company_admin and deleted_at is null;
