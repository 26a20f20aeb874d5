from datetime import time
from typing import Final

USUAL_START: Final = time(19)
USUAL_END: Final = time(23)
