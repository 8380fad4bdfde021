-- The accounts of the demo have a password that everybody knows: they are known as such, and disabled while the demo is
-- off. Nobody who is disabled can sign in.
alter table mcc.users
  add column is_demo boolean not null default false,
  add column disabled_at timestamptz;
call mcc.publish('users');

-- What the demo has filled in before.
update mcc.users set is_demo = true
  where created_at < '2019-06-01'
    and (email = 'platform.admin@continental-supply.example.com'
      or email like '%@acme-drilling.example.com' or email like '%@borealis-mining.example.com'
      or email like '%@cobalt-rail.example.com');
