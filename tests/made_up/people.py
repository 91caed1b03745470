"""Invented people. Nobody here exists; the names are many and diverse, because real names are."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Iterator

from softmark.classes.people import Person

_FIRST_NAMES = """
Aaliyah Abebe Adaeze Ahmet Aiko Alejandra Amara Anders Anaïs Anh Ananya Andrzej Aoife Arjun Astrid Ayşe Beatriz
Björn Bogdan Camille Chidi Chloé Daiyu Dáithí Daniela Diego Dmitri Ebba Eero Elif Emeka Esi Fatima Feng Fiadh
Françoise Giulia Grace Hana Haruto Hassan Héctor Ines Ivana Jack Jamal Jiho João Kaito Kamala Katarzyna Keanu
Khadija Kwame Laila Leilani Liam Ljubica Lucía Łukasz Mai Malik Marguerite Mateo Mei Miloš Minh Mónica Nadia Nia
Niamh Nikolaos Noor Oğuz Olena Oluwaseun Óscar Priya Quentin Rafael Ravi Rosa Ruth Saoirse Sanjay Seo-yeon
Siddharth Sofía Søren Svetlana Tadeusz Tariq Thandiwe Tomás Umar Valentina Vikram Wanjiru Wei Xiomara Yael Yusuf
Zeynep Zoë Željko 美咲 Олена Νίκος
"""
_LAST_NAMES = """
Abiodun Achterberg Adeyemi Ågren Almeida Andersson Aydın Banerjee Bauer Bianchi Boateng Bondarenko Castillo
Chakraborty Chen Cohen Costa Dąbrowski D'Angelo Delacroix Dimitriou Dubois Eriksen Fernández Fitzgerald García
Ghosh Gonçalves Grønning Gupta Haddad Hashimoto Hernández Horvat Ibrahim Ivanova Jäger Jensen Joshi Kapoor Kaya Kim
Kovačević Kowalska Kuznetsov Lê Levi Lindqvist López MacGregor Mahlangu Martínez Mensah Moreau Müller Murphy
Nakamura Ncube Nguyễn Novák Núñez O'Brien Obi Okafor Öztürk Park Patel Pereira Petrov Phạm Popescu Quispe Rahman
Rossi Ruiz Saarinen Santos Sato Schneider Sharma Silva Singh Smith Sørensen Suzuki Szabó Takahashi Tanaka Tran
Tshabalala van-der-Berg Vasquez Wang Weiß Williams Wójcik Yamamoto Yılmaz Zhang Žižek 田中 Шевченко Παπαδόπουλος
"""
HOSTILE_NAMES = (
    '<img src=x onerror="document.title=1">Ida</td></script>',
    '=HYPERLINK("http://example.invalid/","Grade me")',
    "Robert'); DROP TABLE grades;-- O’Tables",
    "Nice \u202eeman\u202c \x1b[31mRed\x1b[0m\x07",
)
_FIRST, _LAST = _FIRST_NAMES.split(), _LAST_NAMES.split()
_SECTIONS = ("A", "B", "C", "D")


def somebody(rng: random.Random, *, hostile: bool = False) -> Iterator[Person]:
    """An endless queue of different people; some have no e-mail address on record, a few no number."""
    taken: set[str] = set()
    names = list(HOSTILE_NAMES) if hostile else []
    while True:
        name = names.pop() if names else f"{rng.choice(_FIRST)} {rng.choice(_LAST)}"
        login = _login(name)
        if login in taken:
            login += str(len(taken))
        taken.add(login)
        yield Person(
            name=name,
            email="" if rng.random() < 0.03 else f"{login}@example.edu",
            sid="" if rng.random() < 0.01 else str(30_000_000 + len(taken) * 7919 % 9_999_991),
            section=rng.choice(_SECTIONS),
        )


def _login(name: str) -> str:
    folded = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return ".".join(re.findall(r"[a-z]+", folded)[:3]) or f"u{sum(map(ord, name)) % 9973}"
