-- Secondaries whose software cannot be trusted with IXFR get whole zones ('axfr'). Those of 0.1.0
-- keep getting differences ('ixfr').

alter table secondaries add column transfers text not null default 'ixfr';
