-- Secondaries that may fetch over TLS only ('only'), and the SHA-256 digest of the public key that
-- their client certificate must have. Those of 0.1.0 may fetch with and without TLS ('optional').

alter table secondaries add column tls text not null default 'optional';
alter table secondaries add column tls_key text;
