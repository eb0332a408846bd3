import type { Scene } from "./gallery.ts"
import { employeeScenes } from "./employeeScenes.ts"
import { employerScenes } from "./employerScenes.ts"
import { intentScenes } from "./intentScenes.ts"

/** Every state of every screen. */
export const scenes: ReadonlyArray<Scene> = [...employerScenes, ...employeeScenes, ...intentScenes]
