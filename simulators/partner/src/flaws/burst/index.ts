import type { Flaw } from "../Flaw.ts"
import { burst500 } from "./burst500.ts"
import { burst429WithoutTime } from "./burst429WithoutTime.ts"
import { fullQueueDrops } from "./fullQueueDrops.ts"
import { fetchesAllKnown } from "./fetchesAllKnown.ts"

export const burst: ReadonlyArray<Flaw> = [burst500, burst429WithoutTime, fullQueueDrops, fetchesAllKnown]
