-- The list of a workspace's domains is read page by page, in the order of registration. The index
-- begins with an expression, not with the column: PostgreSQL, before it knows how many domains a
-- workspace has, would use it to find one name and read them all (0010).

create index domains_in_order on domains ((workspace_id || ''), id) where visible = 1;
