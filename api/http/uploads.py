"""Bodies of files: written to disk as they come, so that a large one takes no memory."""

import asyncio
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import mkstemp

from fastapi import HTTPException, Request
from fastapi.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from graph.errors import BadInput, TooLarge

UPLOADED = re.compile(r"/v1/spaces/[^/]+/import")
"""Paths whose bodies are files."""

UPLOAD_TIMES = 64
"""A file may be this many times as large as another body: 256 MiB, unless the setting says otherwise."""

PART_SECONDS_MAX = 60.0
"""A file may take as long as it needs, but some part of it must arrive within this time."""


@asynccontextmanager
async def uploaded(request: Request, folder: Path, bytes_max: int) -> AsyncIterator[Path]:
    """The body as a file in the folder. The file is deleted afterwards unless somebody has moved it.

    Raises TooLarge, BadInput for a body that is empty or breaks off, and 408.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = mkstemp(prefix=".upload-", dir=folder)
    path = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            size = 0
            parts = aiter(request.stream())
            while True:
                try:
                    async with asyncio.timeout(PART_SECONDS_MAX):
                        part = await anext(parts, None)
                except TimeoutError as error:
                    told = f"nothing of the body has arrived for {PART_SECONDS_MAX:.0f} seconds; send it again"
                    raise HTTPException(408, told, {"Connection": "close"}) from error
                except ClientDisconnect as error:
                    raise BadInput("the body breaks off; send it again") from error
                if part is None:
                    break
                size += len(part)
                if size <= bytes_max:  # A client that still writes gets the answer once its whole body was read.
                    await run_in_threadpool(file.write, part)
        if size > bytes_max:
            raise TooLarge(
                f"the body has {size} bytes, expected at most {bytes_max}; split the file, or raise "
                "REMEMBRANCER_BODY_BYTES_MAX"
            )
        if not size:
            raise BadInput("the body is empty, expected a file")
        yield path
    finally:
        path.unlink(missing_ok=True)
