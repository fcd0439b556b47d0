-- While the table was empty, PostgreSQL planned to find one name by reading the whole of this index,
-- whose condition fits, and kept that plan while domains were added. Now the condition is an
-- expression too, which only the list has.
create index domains_in_order_of_id on domains ((workspace_id || ''), id) where visible + 0 = 1;
drop index domains_in_order;
