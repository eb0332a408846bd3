import type { Scene } from "./gallery.ts"
import { employeeScenes } from "./employeeScenes.ts"
import { employerScenes } from "./employerScenes.ts"
import { intentScenes } from "./intentScenes.ts"

/** Every state of every screen. */
export const scenes: ReadonlyArray<Scene> = [...employerScenes, ...employeeScenes, ...intentScenes]

export const sceneNamed = (name: string): Scene => {
  const scene = scenes.find((one) => one.name === name)
  if (scene === undefined) throw new Error(`There is no scene ${name}.`)
  return scene
}
