/** The migrated PostgreSQL database that each plane gets a clone of. */
export const template = "opsplane_template";

/** The ClickHouse database of every plane. Each plane has tenants of its own in it. */
export const sharedDatabase = "opsplane_tests";
