-- The search index of each workspace (docs/adr/0042). It is made by a background task from what is
-- stored already: nothing that customers write waits for it.
create table search_indexes (
  workspace_id text primary key references workspaces (id),
  -- The number of the last event whose changes are in the index.
  seq bigint not null,
  -- How far the pass over what was there before has come; null once it is over.
  place text,
  -- While all is indexed again: the id before which segments are replaced at the end of the pass.
  rebuilt_from text,
  -- Raised whenever segments become live or are replaced.
  version integer not null,
  -- The process that writes the index, by machine time.
  holder text not null,
  held_until bigint not null
);

-- Some documents, never changed: replaced by other segments.
create table search_segments (
  id text primary key,
  workspace_id text not null references workspaces (id),
  is_live integer not null,
  documents integer not null,
  -- Characters of their texts.
  characters bigint not null,
  blocks integer not null
);
create index search_segments_by_workspace on search_segments (workspace_id, is_live, id);

-- The posting lists of the terms whose hash ends with the number of the block.
create table search_blocks (
  segment_id text not null references search_segments (id),
  block text not null,
  postings bytea not null,
  primary key (segment_id, block)
);

-- The ids of the documents in their order, some in a row.
create table search_keys (
  segment_id text not null references search_segments (id),
  page text not null,
  first_key text not null,
  keys text not null,
  primary key (segment_id, page)
);
create index search_keys_in_order on search_keys (segment_id, first_key);
