-- The prices that the service comes with, until the operator sets others. Production does not sell at them.
alter table prices add column is_initial integer not null default 0;

update prices set is_initial = 1
where workspace_id = '' and tld || ' ' || register_credits || ' ' || renew_credits in (
  'com 12 14', 'net 14 16', 'org 12 14', 'info 10 22', 'biz 16 20',
  'name 10 12', 'pro 16 20', 'mobi 14 24', 'app 16 18', 'dev 14 16',
  'page 12 14', 'io 40 50', 'ai 80 80', 'co 26 30', 'me 18 20',
  'tv 32 36', 'cc 12 14', 'xyz 10 14', 'online 10 32', 'site 10 32',
  'store 10 44', 'shop 10 34', 'tech 12 48', 'cloud 12 22', 'blog 12 28',
  'club 12 18', 'design 18 46', 'digital 12 36', 'email 12 26', 'host 30 90',
  'live 12 28', 'network 12 34', 'news 12 30', 'software 14 36', 'space 10 28',
  'studio 14 34', 'systems 12 30', 'team 14 36', 'website 10 28', 'world 12 34',
  'wiki 12 30', 'de 8 8', 'eu 8 10', 'fr 10 12', 'nl 8 10',
  'uk 8 10', 'co.uk 8 10', 'org.uk 8 10', 'us 8 10'
);
