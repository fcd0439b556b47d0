-- Templates of records that workspaces have added.
create table workspace_templates (
  id text primary key,
  workspace_id text not null references workspaces (id),
  template_id text not null,
  template text not null,
  unique (workspace_id, template_id)
);
