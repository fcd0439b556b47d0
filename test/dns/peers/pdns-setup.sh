# Once, before PowerDNS starts. The key is what "hostmaster secondary add pdns --address 192.0.2.53:53 --transfers axfr" printed.
sqlite3 /var/lib/powerdns/pdns.sqlite3 < /usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql
# PowerDNS gives the zones of a catalog no key by itself (PowerDNS/pdns issue 13682): the database does.
sqlite3 /var/lib/powerdns/pdns.sqlite3 "
  create trigger key_of_secondary_zone after insert on domains when new.type = 'SLAVE' begin
    insert into domainmetadata (domain_id, kind, content) values
      (new.id, 'AXFR-MASTER-TSIG', 'hostmaster-pdns');
  end"
pdnsutil import-tsig-key hostmaster-pdns hmac-sha256 bm90IGEgcmVhbCBzZWNyZXQsIG9ubHkgYW4gZXhhbXBsZQ==
pdnsutil create-secondary-zone catalog.hostmaster.invalid 192.0.2.1:5300
pdnsutil set-kind catalog.hostmaster.invalid consumer
# Leave the IXFR metadata of the zones unset: PowerDNS marks records that come by IXFR as not
# authoritative and does not answer with them. It transfers whole zones instead.
