import type * as S from "@embedded-super/contracts/schemas"
import { openEntryStore, TIMELINE_FILE } from "@embedded-super/pages/store/EntryStore"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { Settings } from "../../src/platform/config/Settings.ts"

/** Writes entries into the time line's file in a folder, as another program does. Returns their positions. */
export const writeEntriesIn = (
  folder: string,
  entries: ReadonlyArray<S.TimelineEntry>,
  slug = ""
): ReadonlyArray<number | null> => {
  const store = openEntryStore(join(folder, TIMELINE_FILE))
  try {
    return store.write(
      entries.map(({ seq: _, ...entry }) => ({ ...entry, slug })),
      5000
    )
  } finally {
    store.close()
  }
}

/** The same, in the data folder of the test's service. `slug` is that of a fund's simulator. */
export const writeEntries = (entries: ReadonlyArray<S.TimelineEntry>, slug?: string) =>
  Effect.map(Settings, ({ dataDir }) => writeEntriesIn(dataDir, entries, slug))
