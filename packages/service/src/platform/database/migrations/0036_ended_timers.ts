import { concurrentIndex } from "./concurrentIndex.ts"

/**
 * The runs of timers that have ended: `admin status` and the metrics ask for the last one of each. Its columns are those of
 * `idx_effect_queue_take`, so that a claim still changes no indexed column.
 */
export default concurrentIndex(
  "effect_queue_ended_timers",
  "effect_queue (queue_name, visible_at) WHERE state = 'completed' AND queue_name LIKE 'cron:%'"
)
