-- A search for two letters looks their trigrams up with each character that may stand before them. These are the rows
-- that have characters before a letter which are too many for that: see lists/fast/typed-text.ts.
create index orders_beyond_latin on mcc.orders (company_id)
  where (search_text || line_text) ~ '[^\u0001-\u00ff]\S';
create index documents_beyond_latin on mcc.documents (company_id)
  where search_text ~ '[^\u0001-\u00ff]\S';
