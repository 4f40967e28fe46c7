"""What a set-up file cannot say."""

import hopsow
import pytest
from hopsow.protocols import awari as awari_setup


def test_north_to_move_has_no_set_up_file() -> None:
    with pytest.raises(ValueError, match="north is to move"):
        awari_setup.write(hopsow.start("awari").play("A"))


def test_the_rule_set_is_the_readers_choice() -> None:
    text = awari_setup.write(hopsow.start("awari"))
    assert awari_setup.parse(text, "abapa") == hopsow.start("awari", "abapa")
