import type { Scene } from "./gallery.ts"
import { employeeScenes } from "./employeeScenes.ts"
import { employerScenes } from "./employerScenes.ts"

/** Every state of every screen. */
export const scenes: ReadonlyArray<Scene> = [...employerScenes, ...employeeScenes]
