-- Keys of this installation that are nobody's secret and say nothing about one: random, made once, the same for every
-- process. The page shows the theme key to our own theme service.
create table mcc.installation_keys (
  name text primary key,
  value text not null
);
insert into mcc.installation_keys (name, value)
  values ('theme', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
