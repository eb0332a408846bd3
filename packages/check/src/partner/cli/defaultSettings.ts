/** The settings file, unless --settings names another. */
export const DEFAULT_SETTINGS = "partner-check.yaml"
