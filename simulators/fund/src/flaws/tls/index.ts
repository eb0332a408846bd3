import type { Flaw } from "../Flaw.ts"
import { certificateEndsSoon } from "./certificateEndsSoon.ts"
import { certificateExpired } from "./certificateExpired.ts"
import { newestTlsRefused } from "./newestTlsRefused.ts"
import { olderTlsAccepted } from "./olderTlsAccepted.ts"
import { oldestTlsAccepted } from "./oldestTlsAccepted.ts"
import { onlyNewestTls } from "./onlyNewestTls.ts"
import { plainHttpServed } from "./plainHttpServed.ts"
import { strangeAuthority } from "./strangeAuthority.ts"

export const tls: ReadonlyArray<Flaw> = [
  oldestTlsAccepted,
  olderTlsAccepted,
  onlyNewestTls,
  newestTlsRefused,
  strangeAuthority,
  certificateExpired,
  certificateEndsSoon,
  plainHttpServed
]
