import { employeeScenes } from "./employeeScenes.ts"
import { testGallery } from "./galleryTests.ts"

testGallery("employee", employeeScenes)
