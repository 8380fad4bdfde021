-- What the lines of an order are searched by: SKU, manufacturer SKU and text, in lower case, one below the other. It
-- stands in the order, because a search reads the newest orders first and looks at each.
alter table mcc.orders add column line_text text not null default '';

update mcc.orders set line_text = lines.line_text
from (
  select company_id, order_id, lower(string_agg(concat_ws(E'\n', sku, manufacturer_sku, text), E'\n' order by id)) as line_text
  from mcc.order_lines group by company_id, order_id) as lines
where orders.company_id = lines.company_id and orders.id = lines.order_id;

create index orders_line_search on mcc.orders using gin (line_text gin_trgm_ops);

call mcc.publish('orders');
