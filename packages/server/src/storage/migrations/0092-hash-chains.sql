-- One hash chain for the activity and one for the ledger of each workspace (docs/adr/0041). Entries of
-- earlier versions have no link. The row of a chain is locked last in a transaction, with its commit.
create table hash_chains (
  workspace_id text not null,
  kind text not null,
  -- Machine time of the first link.
  began_at bigint not null,
  last_seq bigint not null,
  -- The hash of the last link.
  head text not null,
  -- The oldest link that is kept has this number.
  first_seq bigint not null,
  -- The hash of the link before it.
  anchor text not null,
  primary key (workspace_id, kind)
);

create table hash_chain_links (
  workspace_id text not null,
  kind text not null,
  seq bigint not null,
  entry_id text not null,
  -- Hashed with what can be erased of the entry; null where nothing can be, and once it was erased.
  salt text,
  -- The digest of what was erased; null before.
  erased text,
  hash text not null,
  primary key (workspace_id, kind, seq)
);
create unique index hash_chain_links_by_entry on hash_chain_links (entry_id);
