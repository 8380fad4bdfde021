-- A step is fixed when the order arrives and keeps the name of its role or user; the rule and the role it came from may
-- go later. As foreign keys they would rewrite every step there ever was for one deleted rule; ids are never used again.
alter table mcc.order_steps
  drop constraint order_steps_company_id_rule_id_fkey,
  drop constraint order_steps_company_id_role_id_fkey;
