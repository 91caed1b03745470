"""copydetect over a folder of files, with its own defaults and the stubs as boilerplate; prints its ranking."""

import json
import sys
from pathlib import Path

import numpy as np
from copydetect import CopyDetector

if __name__ == "__main__":
    detector = CopyDetector(
        test_dirs=[sys.argv[1]],
        boilerplate_dirs=[sys.argv[2]],
        extensions=["py"],
        display_t=0.0,
        silent=True,
        autoopen=False,
    )
    detector.run()
    names = [Path(name).stem for name in detector.test_files]
    scores = np.maximum(detector.similarity_matrix[:, :, 0], detector.similarity_matrix[:, :, 1])
    pairs = [
        (scores[i, j], names[i], names[j]) for i in range(len(names)) for j in range(len(names)) if names[i] < names[j]
    ]
    pairs.sort(reverse=True)
    print(json.dumps({"pairs": [[left, right] for _, left, right in pairs[:200]]}))
