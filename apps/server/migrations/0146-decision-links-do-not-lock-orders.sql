-- A link is stored in the transaction that notifies of many steps. Its foreign key locked the order: one order that
-- somebody held for long would have kept those steps, and so the decisions about other orders, waiting. Orders are
-- never deleted, and links are removed when they expire.
alter table mcc.decision_links drop constraint decision_links_company_id_order_id_fkey;
