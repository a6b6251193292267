"""What all titles share. It imports no other package of ours."""
