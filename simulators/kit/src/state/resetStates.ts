import type { DataFolder } from "../folder/DataFolder.ts"
import { replaceStates } from "../folder/replaceStates.ts"

/** Puts all states of a folder back to what they were at first, or none of them. */
export const resetStates = (folder: DataFolder["Service"]): void =>
  replaceStates(
    folder.file,
    folder.states.map((state) => state.reset())
  )
