/** Private-use type numbers with a meaning here (RFC 6895, section 3.1). */

/** ALIAS in zone files and for tools: the number that PowerDNS uses for its ALIAS. */
export const aliasTypeCode = 65_401;

/** Makes a name exist that publishes nothing else. PowerDNS uses 65401 and 65402 for its own. */
export const existenceMarkerType = 65_300;
