-- Words by which a workspace groups its domains. They are deleted when a domain leaves it.
create table domain_tags (
  domain_id text not null references domains (id),
  tag text not null,
  workspace_id text not null references workspaces (id),
  primary key (domain_id, tag)
);
create index domain_tags_by_tag on domain_tags (workspace_id, tag, domain_id);
