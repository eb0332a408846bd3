/** The version of the service, as `--version` and `/metrics` show it. */
export const VERSION = "0.1.0"
