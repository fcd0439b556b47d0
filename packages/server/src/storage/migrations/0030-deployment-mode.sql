-- The mode that the deployment was made in: sandbox or production. A deployment of 0.1.0 has no row;
-- its next start derives the mode from its first API key.

create table deployment (
  id integer primary key,
  mode text not null
);
