import type { CheckKitVersion } from "@embedded-super/contracts/schemas"

/** The kit's own version, as in its package.json. */
export const version = "0.1.0" as CheckKitVersion
