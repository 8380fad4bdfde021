-- A warehouse that is not active stays with its sites, and cannot be chosen for others.
alter table mcc.warehouses add column active boolean not null default true;
call mcc.publish('warehouses');
