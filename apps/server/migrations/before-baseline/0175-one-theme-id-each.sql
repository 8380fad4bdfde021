-- The id of a theme names its files, so no two companies have the same one. The company that has it first keeps it.
update mcc.companies as company
set theme_id = case
    when exists (select from mcc.companies as other where other.theme_id = company.slug_name) then 'Own-' || slug_name
    else slug_name
  end
where exists (select from mcc.companies as other where other.theme_id = company.theme_id and other.id < company.id);
