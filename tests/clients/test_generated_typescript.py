"""Types that openapi-typescript generates from `openapi.json` carry a program in TypeScript, and find its mistakes."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

INSTALLED = Path(sys.prefix) / "typescript" / "node_modules"
PROGRAM = """
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

const headers = { Authorization: "Bearer …" };
export const client = createClient<paths>({ baseUrl: "http://localhost:8000", headers });

export async function findPlays(code: string): Promise<components["schemas"]["InsideJobPlay"][]> {
  const { data: me } = await client.GET("/api/1/me");
  const { data: game, error } = await client.GET("/api/1/games/{code}", { params: { path: { code } } });
  if (error || game.title !== "insidejob") throw new Error(`${me?.name}: ${error?.detail}`);
  return game.answers.flat().flatMap((move) => (move.type === "play" && !move.wager ? [move] : []));
}
"""
MISTAKES = """
import { client, findPlays } from "./program";

export const address = await client.GET("/api/1/mi");
export const field = (await findPlays("x")).map((play) => play.colour);
export const kind = (await findPlays("x")).filter((play) => play.type === "plya");
export const body = await client.POST("/api/1/games", { body: { title: "insidejob", seats: "4" } });
"""
STRICT = ["--strict", "--noEmit", "--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler"]
LIBRARIES = ["--lib", "es2022,dom"]
pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(
        not (INSTALLED / "openapi-typescript").exists(), reason="needs openapi-typescript, as make types installs it"
    ),
]


@pytest.mark.django_db
def test_a_program_in_typescript_reads_typed_moves(tmp_path: Path) -> None:
    (tmp_path / "openapi.json").write_bytes(Client().get("/api/1/openapi.json").content)
    (tmp_path / "node_modules").symlink_to(INSTALLED)
    (tmp_path / "program.ts").write_text(PROGRAM, "utf-8")
    (tmp_path / "mistakes.ts").write_text(MISTAKES, "utf-8")
    assert run(tmp_path, "openapi-typescript", "openapi.json", "--output", "schema.d.ts").returncode == 0
    ran = run(tmp_path, "tsc", *STRICT, *LIBRARIES, "program.ts", "mistakes.ts")
    found = re.findall(r"^(\w+)\.ts\((\d+),", ran.stdout, re.MULTILINE)
    lines = [number for number, line in enumerate(MISTAKES.splitlines(), 1) if line.startswith("export")]
    assert {*found} == {("mistakes", str(number)) for number in lines}, ran.stdout


def run(folder: Path, program: str, *given: str) -> subprocess.CompletedProcess[str]:
    command = [str(INSTALLED / ".bin" / program), *given]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
