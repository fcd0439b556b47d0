-- From where and by which proof an entry was caused, as JSON; null for the service itself, for
-- operators, and for entries of earlier versions.
alter table activity add column origin text;

-- Which second factor was given last; null where none was, and for sessions of earlier versions.
alter table sessions add column factor text;
