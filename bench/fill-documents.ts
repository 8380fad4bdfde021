/** One document for each order, of every type in rotation; its number is the order's. */
const part = (from: number, to: number): string => `
  insert into mcc.documents (company_id, id, site_id, order_id, external_id, document_name, document_type,
    order_identifier, po_number, afe_number, invoice_number, order_date, storage_key, content_type, size, checksum)
  select company_id, id, site_id, id, 'D-' || id,
    (array['Invoice', 'Packing Slip', 'POD', 'Certificate', 'MTR Heat', 'Quote', 'SDS'])[1 + id % 7] || ' '
      || (90000 + id * 7919 % 900000) || '.pdf',
    1 + id % 7, identifier, po_number, afe_number, case when id % 7 = 0 then (90000 + id)::text end, order_date,
    'bench/' || id, 'application/pdf', 40000, '\\x00'
  from mcc.orders where id between ${from} and ${to}`;

const PART = 50_000;

export const documentParts = (orders: number): string[] =>
  Array.from({ length: Math.ceil(orders / PART) }, (_, at) => part(at * PART + 1, (at + 1) * PART));

export const documentRollups = [
  "insert into mcc.document_counts select company_id, count(*) from mcc.documents group by 1",
  "insert into mcc.document_site_counts select company_id, site_id, count(*) from mcc.documents group by 1, 2",
] as const;
