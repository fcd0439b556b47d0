-- What people write about a set of records: all records of a name and a type. Never published.
create table set_comments (
  domain_id text not null,
  name text not null,
  type text not null,
  comments text not null,
  primary key (domain_id, name, type)
);
