-- The answer that an UPDATE message got: a repeat, because the reply was lost, gets it again. Messages of
-- earlier versions have none, and a repeat of them is refused.
alter table update_messages add column rcode integer;
