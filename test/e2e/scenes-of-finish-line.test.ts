import { sceneGroups } from "#test/support/screens/scene-groups.ts";
import { testScenes } from "#test/support/screens/scene-faults.ts";

testScenes(sceneGroups["finish line"]);
