"""KataGo as an instrument: its estimates of a position under the rules that come nearest to each of ours."""
