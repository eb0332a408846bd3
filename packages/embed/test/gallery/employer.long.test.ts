import { employerScenes } from "./employerScenes.ts"
import { testGallery } from "./galleryTests.ts"

testGallery("employer", employerScenes)
