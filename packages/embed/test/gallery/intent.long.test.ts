import { intentScenes } from "./intentScenes.ts"
import { testGallery } from "./galleryTests.ts"

testGallery("intent", intentScenes)
