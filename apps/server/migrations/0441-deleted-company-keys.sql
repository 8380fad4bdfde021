-- A deleted key is refused at once. What it was used for stays for a while.
alter table mcc.company_keys add column deleted_at timestamptz, add column deleted_by bigint;
call mcc.publish('company_keys');
revoke delete on tenant.company_keys from mcc_request;
